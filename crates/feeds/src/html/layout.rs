//! How browsers lay elements out.

/// The way in which an element is apart from the text around it. Elements within a line have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// It has lines of its own, between empty lines.
    Block,
    /// It has lines of its own.
    Line,
    /// It is beside the text, as the cell of a table or a picture does.
    Beside,
    /// It is not displayed, with all that is in it.
    Hidden,
}

impl Layout {
    /// Returns the layout of an element by its name, in lower case: that of the style sheet in the HTML
    /// standard, section 15.3.
    #[must_use]
    pub fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"address" | b"article" | b"aside" | b"blockquote" | b"center" | b"dd" | b"details"
            | b"dialog" | b"dir" | b"div" | b"dl" | b"dt" | b"fieldset" | b"figcaption"
            | b"figure" | b"footer" | b"form" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6"
            | b"header" | b"hgroup" | b"hr" | b"listing" | b"main" | b"menu" | b"nav" | b"ol"
            | b"p" | b"plaintext" | b"pre" | b"search" | b"section" | b"summary" | b"table"
            | b"ul" | b"xmp" => Self::Block,
            b"br" | b"caption" | b"legend" | b"li" | b"optgroup" | b"option" | b"tbody"
            | b"tfoot" | b"thead" | b"tr" => Self::Line,
            b"audio" | b"button" | b"canvas" | b"embed" | b"frame" | b"iframe" | b"img"
            | b"input" | b"marquee" | b"meter" | b"object" | b"picture" | b"progress" | b"rt"
            | b"select" | b"svg" | b"td" | b"textarea" | b"th" | b"video" => Self::Beside,
            b"applet" | b"datalist" | b"noembed" | b"noframes" | b"rp" | b"script" | b"style"
            | b"template" | b"title" => Self::Hidden,
            _ => return None,
        })
    }
}
