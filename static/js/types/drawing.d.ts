// Types of drawings (drawing/draw.js, screen.js).

// Formats a value of a view model.
type Wording = (value: never) => unknown;
type Drawer = ReturnType<typeof import("../drawing/draw.js").makeDrawer>;
// A compiled part of a template: HTML, or a function from a view model to HTML.
type Render = (model: object) => string;
type Piece = string | Render;
// A node of a drawing, or displayed.
type Drawn = ChildNode & { id?: string; data?: string };
// The status line; its sentences are in its data attributes.
type StatusLine = ReturnType<typeof import("../drawing/state_line.js").showState>;
