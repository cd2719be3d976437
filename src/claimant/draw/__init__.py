"""Views as people see them: words and pictures. Pure: a view in, a picture or sentences out."""
