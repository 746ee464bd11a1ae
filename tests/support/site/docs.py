"""The documentation: articles in two versions, a side bar, and a search."""

from __future__ import annotations

from tests.support.site.articles import (
    ARTICLES,
    BY_SLUG,
    SECTIONS,
    VERSIONS,
    Article,
    all_text,
    filled,
)
from tests.support.site.exchange import Request, Response, Routes, redirect, render
from tests.support.site.front import not_found


def add_to(routes: Routes) -> None:
    routes.at("/docs")(lambda _request: redirect("/docs/"))
    routes.at("/docs/")(_contents)
    routes.at("/docs/search")(_search)
    routes.at("/docs/{version}/")(_contents)
    routes.at("/docs/{version}/{slug}")(_article)


def _contents(request: Request) -> Response:
    version = request.parts.get("version", VERSIONS[0])
    if version not in VERSIONS:
        return not_found(request)
    return render(request, "docs_contents.html", article=None, **_around(version))


def _article(request: Request) -> Response:
    article, version = BY_SLUG.get(request.parts["slug"]), request.parts["version"]
    if article is None or version not in VERSIONS:
        return not_found(request)
    at = ARTICLES.index(article)
    return render(
        request,
        "docs_article.html",
        article=article,
        earlier=ARTICLES[at - 1] if at else None,
        later=ARTICLES[at + 1] if at + 1 < len(ARTICLES) else None,
        **_around(version),
    )


def _search(request: Request) -> Response:
    words = request.query.get("q", "").strip()
    version = request.query.get("version", VERSIONS[0])
    if version not in VERSIONS:
        return not_found(request)
    request.record.searches.append(("docs", words))
    found = [(each, _excerpt(each, words, version)) for each in _ranked(words, version)]
    return render(
        request, "docs_search.html", article=None, words=words, found=found, **_around(version)
    )


def _around(version: str) -> dict[str, object]:
    """What every page of the documentation shows."""
    return {
        "version": version,
        "versions": VERSIONS,
        "sections": [
            (section, [each for each in ARTICLES if each.section == section])
            for section in SECTIONS
        ],
        "fill": lambda text: filled(text, version),
    }


def _ranked(words: str, version: str) -> list[Article]:
    """Articles with any of the longer words; those with more of them, and in the title, first."""
    sought = [word for word in words.lower().split() if len(word) > 2]
    scored = []
    for place, article in enumerate(ARTICLES):
        text, title = all_text(article, version).lower(), article.title.lower()
        score = sum((word in text) + 2 * (word in title) for word in sought)
        if score:
            scored.append((-score, place, article))
    return [article for _, _, article in sorted(scored)][:10]


def _excerpt(article: Article, words: str, version: str) -> str:
    """The first line that has one of the words."""
    sought = [word for word in words.lower().split() if len(word) > 2]
    lines = all_text(article, version).splitlines()[1:]
    return next(
        (line for line in lines if any(word in line.lower() for word in sought)),
        filled(article.intro, version),
    )
