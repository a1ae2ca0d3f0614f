// The picture of a result, drawn here where the server cannot: who won and why, the standings, the race. It has the
// content and the measures of templates/paper/pdf/result.typ, in points; everything on it comes as data of the page.
const [WIDE, HIGH, SHARP] = [600, 315, 2]; // points, and pixels to a point
const HEAD = 112; // points
const [INK, MUTED, FAINT, PAPER, FELT, GOLD] = ["#161410", "#4d4637", "#b9b09a", "#f5edda", "#124a3b", "#e3ab32"];
const COLOURS = [
  INK,
  "#1f4fb4",
  "#ae1b49",
  "#2f6b12",
  "#6d35a8",
  "#0a6678",
  "#7a4719",
  "#a3258a",
  "#5c6000",
  "#46536b",
];
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [14, 4]];
/** @type {Record<string, number>} */
const TITLES = { long: 34, longest: 22, endless: 13 };
const CROWN = "M5 30 2 9l9 9L24 3l10 15 9-9-3 21zM5 32h38v3H5z";
const FIGURES = '"Besley Pad", rockwell, georgia, serif';
const WORDS = "system-ui, sans-serif";

// A canvas with the picture. Names keep their own direction, isolated from the sentence around them.
/** @param {ResultPicture} data */
export async function pictureOf(data) {
  await document.fonts?.load(`650 40px ${FIGURES}`).catch(() => {});
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE * SHARP, height: HIGH * SHARP });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(SHARP, SHARP);
  pen.textBaseline = "middle";
  pen.direction = document.documentElement.dir === "rtl" ? "rtl" : "ltr"; // of sentences; a canvas has no page
  fillBox(pen, 0, 0, WIDE, HIGH, PAPER);
  if (data.sharers.length) drawSharers(pen, data);
  else drawWinner(pen, data);
  drawRanks(pen, data);
  if (data.race) drawRace(pen, data.race);
  write(pen, data.about, 22, HIGH - 14, { size: 9.5, colour: MUTED, most: WIDE - 44 });
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<File>} */
export const fileOf = (canvas) =>
  new Promise((done) =>
    canvas.toBlob((blob) => done(new File([blob ?? ""], "result.png", { type: "image/png" })), "image/png"),
  );

// The picture of this content as a file to share.
/** @param {ResultPicture} data */
export const fileOfResult = async (data) => fileOf(await pictureOf(data));

/** @param {Run[]} runs */
const textOf = (runs) => runs.map(({ name, text }) => (name ? `\u2068${text}\u2069` : text)).join("");

/**
 * @param {Pen} pen @param {number} x @param {number} y
 * @param {number} wide @param {number} high @param {string} colour
 */
function fillBox(pen, x, y, wide, high, colour) {
  pen.fillStyle = colour;
  pen.fillRect(x, y, wide, high);
}

// A line of text, smaller where it would be wider than `most`.
/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Lettering} how */
function write(pen, text, x, y, { size, colour = INK, face = WORDS, weight = 400, align = "left", most = WIDE }) {
  pen.font = `${weight} ${size}px ${face}`;
  const needed = pen.measureText(text).width;
  if (needed > most) pen.font = `${weight} ${size * (most / needed)}px ${face}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Lettering} how */
const bold = (pen, text, x, y, how) => write(pen, text, x, y, { weight: 700, ...how });
/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Lettering} how */
const figure = (pen, text, x, y, how) => write(pen, text, x, y, { weight: 650, face: FIGURES, ...how });

// Text over several lines; returns where the next line would be.
/**
 * @param {Pen} pen @param {string} text @param {number} x @param {number} y
 * @param {Lettering & { most: number }} how
 */
function writeLines(pen, text, x, y, { size, colour, most }) {
  pen.font = `400 ${size}px ${WORDS}`;
  let line = "";
  for (const word of text.split(" ")) {
    if (line && pen.measureText(`${line} ${word}`).width > most) {
      write(pen, line, x, y, { size, colour });
      pen.font = `400 ${size}px ${WORDS}`;
      [line, y] = [word, y + size * 1.3];
    } else line = line ? `${line} ${word}` : word;
  }
  write(pen, line, x, y, { size, colour });
  return y + size * 1.3;
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} unit */
function drawCrown(pen, x, y, unit) {
  pen.save();
  pen.translate(x, y);
  pen.scale(unit, unit);
  pen.fillStyle = GOLD;
  pen.fill(new Path2D(CROWN));
  pen.restore();
}

/** @param {Pen} pen @param {ResultPicture} data */
function drawWinner(pen, { colour, title, letters, why }) {
  fillBox(pen, 0, 0, WIDE, HEAD, colour ? COLOURS[colour] : FELT);
  drawCrown(pen, 22, 20, 0.85);
  const size = TITLES[letters] ?? 42;
  figure(pen, textOf(title), 75, 36, { size, colour: "#fff", most: WIDE - 97 });
  drawWhy(pen, why, 74, 11.5);
}

/** @param {Pen} pen @param {Run[]} why @param {number} y @param {number} size */
function drawWhy(pen, why, y, size) {
  const text = textOf(why);
  const fitting = text.length > 150 ? size - 2.5 : size;
  writeLines(pen, text, 22, y, { size: fitting, colour: "#fff", most: WIDE - 44 });
}

/** @param {Pen} pen @param {ResultPicture} data */
function drawSharers(pen, { sharers, share, why }) {
  fillBox(pen, 0, 0, WIDE, HEAD, FELT);
  const lines = sharers.length > 4 ? 2 : 1;
  const across = Math.ceil(sharers.length / lines);
  const [wide, high] = [(WIDE - 2 * (across - 1)) / across, 62 / lines - 2];
  sharers.forEach(({ name, colour }, n) => {
    const [x, y] = [(n % across) * (wide + 2), Math.floor(n / across) * (high + 2)];
    fillBox(pen, x, y, wide, high, COLOURS[colour]);
    drawCrown(pen, x + 14, y + high / 2 - 10, 0.55);
    figure(pen, textOf([{ name: true, text: name }]), x + 48, y + high / 2, {
      size: 28,
      colour: "#fff",
      most: wide - 64,
    });
  });
  figure(pen, share, 22, 76, { size: 17, colour: "#fff" });
  drawWhy(pen, why, 92, 10.5);
}

/** @param {Pen} pen @param {ResultPicture} data */
function drawRanks(pen, { ranks, race }) {
  const right = race ? WIDE - 22 - 336 : WIDE - 22;
  const high = Math.min(38, 160 / ranks.length);
  ranks.forEach(({ place, name, sign, colour, far, total }, n) => {
    const y = HEAD + 10 + n * high + high / 2;
    if (n) fillBox(pen, 22, y - high / 2, right - 22, 0.5, FAINT);
    figure(pen, place, 22, y, { size: high * 0.5 });
    const disc = 22 + 14 + high * 0.36;
    pen.beginPath();
    pen.arc(disc, y, high * 0.36, 0, 2 * Math.PI);
    pen.fillStyle = COLOURS[colour];
    pen.fill();
    bold(pen, sign, disc, y, { size: high * 0.36, colour: "#fff", align: "center" });
    const [left, hasFar] = [disc + high * 0.36 + 7, far && ranks.length < 7];
    const most = right - left - high * 1.5;
    bold(pen, textOf([{ name: true, text: name }]), left, hasFar ? y - high * 0.16 : y, {
      size: Math.min(high * 0.45, 14),
      most,
    });
    if (hasFar) write(pen, far, left, y + high * 0.26, { size: Math.min(high * 0.29, 9), colour: MUTED, most });
    figure(pen, total, right, y, { size: high * 0.58, align: "right" });
  });
}

// In units of the race: 420 are its width.
/** @param {Pen} pen @param {Race} race */
function drawRace(pen, race) {
  const wide = 316 * Math.min(1, 160 / (race.height * (316 / 420)));
  pen.save();
  pen.translate(WIDE - 22 - wide, HEAD + 10);
  pen.scale(wide / 420, wide / 420);
  for (const [points, y] of race.rules) {
    fillBox(pen, race.left, y - 0.3, race.right - race.left, 0.6, FAINT);
    write(pen, points, race.left - 5, y, { size: 12, colour: MUTED, align: "right" });
  }
  for (const [number, x] of race.rounds)
    write(pen, number, x, race.bottom + 16, { size: 12, colour: MUTED, align: "center" });
  for (const one of [...race.lines].reverse()) drawCourse(pen, race, one);
  pen.restore();
}

/** @param {Pen} pen @param {Race} race @param {Course} course */
function drawCourse(pen, { right }, { name, colour, dash, winner, points, label, total }) {
  const paint = COLOURS[colour];
  const [x, y] = points[points.length - 1];
  pen.strokeStyle = paint;
  pen.lineJoin = "round";
  stroke(pen, points, winner ? 3.6 : 1.8, DASHES[dash]);
  pen.beginPath();
  pen.arc(x, y, 3.5, 0, 2 * Math.PI);
  pen.fillStyle = paint;
  pen.fill();
  stroke(
    pen,
    [
      [x + 4, y],
      [right + 9, label],
    ],
    0.6,
    [],
  );
  figure(pen, total, right + 12, label, { size: 13 });
  const after = right + 16 + pen.measureText(total).width;
  bold(pen, textOf([{ name: true, text: name }]), after, label, { size: 12, most: 420 - after });
}

/** @param {Pen} pen @param {Point[]} points @param {number} width @param {number[]} dash */
function stroke(pen, points, width, dash) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke();
}
