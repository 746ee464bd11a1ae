"""What the record writes of explorations: the HTML report, JUnit XML, regression scripts."""
