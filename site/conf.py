"""How Sphinx makes the pages of the site. build.py stages them first."""

import pathlib

here = pathlib.Path(__file__).resolve().parent
project = "sortid"
release = (here.parent / "VERSION").read_text().strip()
author = copyright = "the sortid authors"
extensions = ["myst_parser"]
root_doc = "README"
html_theme = "furo"
html_title = f"sortid {release}"
html_favicon = str(here.parent / "web" / "icon.svg")
html_static_path = [str(here / "static")]
html_css_files = ["sortid.css"]
html_js_files = [("sortid.js", {"defer": "defer"})]
html_search_scorer = str(here / "static" / "scorer.js")
templates_path = [str(here / "templates")]
html_sidebars = {"**": ["sidebar/brand.html", "sidebar/search.html", "inspector.html", "sidebar/scroll-start.html", "sidebar/navigation.html",
                        "sidebar/scroll-end.html"]}
html_copy_source = html_show_sphinx = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
# A README's sections may begin with a small heading. Pygments has not the shells of all engines.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
