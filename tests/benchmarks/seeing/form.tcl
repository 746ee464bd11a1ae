# A form in Tk; where its widgets are is written to the file that is named on the command line.
wm title . "Boat form"
wm geometry . 620x460+60+60
menu .bar
foreach name {File Edit Help} {
    menu .bar.m$name -tearoff 0
    .bar.m$name add command -label "About $name"
    .bar add cascade -label $name -menu .bar.m$name
}
. configure -menu .bar
label .heading -text "Register a boat" -font {Helvetica 16 bold}
label .lname -text "Name:"
entry .name -width 30
.name insert 0 "Albatross"
label .lport -text "Home port:"
entry .port -width 30
label .ltype -text "Kind:"
set kind "Sailing boat"
tk_optionMenu .type kind "Sailing boat" "Motor boat" "Canoe"
set insured 1
checkbutton .insured -text "Insured" -variable insured
checkbutton .radio -text "Has a radio" -variable radio
set colour white
radiobutton .white -text "White" -variable colour -value white
radiobutton .blue -text "Blue" -variable colour -value blue
label .lcrew -text "Crew:"
spinbox .crew -from 1 -to 12 -width 6
listbox .ports -height 5 -width 24
.ports insert end "Bergen" "Bremerhaven" "Cuxhaven" "Kiel" "Stavanger"
.ports selection set 2
scale .length -from 3 -to 20 -orient horizontal -label "Length in metres"
text .notes -width 30 -height 5
.notes insert end "Engine was mended in May."
button .save -text "Save boat"
button .cancel -text "Cancel" -command exit
ttk::button .help -text "More help"
ttk::separator .line -orient horizontal
grid .heading - - - -pady 8
grid .lname .name .insured .radio -sticky w -padx 6 -pady 4
grid .lport .port .white .blue -sticky w -padx 6 -pady 4
grid .ltype .type .lcrew .crew -sticky w -padx 6 -pady 4
grid .ports - .notes - -sticky w -padx 6 -pady 4
grid .length - .line - -sticky ew -padx 6 -pady 4
grid .save .cancel .help -padx 6 -pady 8
proc told {window role label} {
    return [join [list $role [winfo rootx $window] [winfo rooty $window] \
        [winfo width $window] [winfo height $window] $label] "\t"]
}
proc write_down {} {
    set file [open [lindex $::argv 0] w]
    foreach window {.heading .lname .lport .ltype .lcrew} {
        puts $file [told $window label [$window cget -text]]
    }
    foreach window {.name .port} { puts $file [told $window {text field} [$window get]] }
    puts $file [told .type {combo box} $::kind]
    foreach window {.insured .radio} { puts $file [told $window {check box} [$window cget -text]] }
    foreach window {.white .blue} { puts $file [told $window {radio button} [$window cget -text]] }
    puts $file [told .crew {spin box} [.crew get]]
    for {set row 0} {$row < [.ports size]} {incr row} {
        lassign [.ports bbox $row] x y width height
        puts $file [join [list {list item} [expr {[winfo rootx .ports] + $x}] \
            [expr {[winfo rooty .ports] + $y}] $width $height [.ports get $row]] "\t"]
    }
    puts $file [told .#bar {menu bar} "File Edit Help"]
    puts $file [told .length slider "Length in metres"]
    puts $file [told .notes {text area} [.notes get 1.0 {end - 1 chars}]]
    foreach window {.save .cancel .help} { puts $file [told $window button [$window cget -text]] }
    close $file
}
after 1500 write_down
