"""How Sphinx builds the documentation site: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import claimant

project = "claimant"
author = "claimant contributors"
copyright = "claimant contributors"  # noqa: A001  (Sphinx's own name)
version = release = claimant.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "site_extension"]
root_doc = "index"
exclude_patterns = ["hosting/*"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
# Notebooks are executed on every build: an example that fails fails the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 240
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_title = "claimant"
html_copy_source = False
html_show_sourcelink = False
html_static_path: list[str] = []
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b16", "color-brand-content": "#8a4b16"},
    "dark_css_variables": {"color-brand-primary": "#e2a25f", "color-brand-content": "#e2a25f"},
    "top_of_page_buttons": [],
}
