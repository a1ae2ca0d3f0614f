// The picture of a result, drawn here where the server cannot: who won and why, the standings, the race. It has the
// content and the measures of templates/paper/pdf/result.typ, in points; everything on it comes as data of the page.
const [WIDE, SIDE, SHARP] = [600, 30, 2]; // points, and pixels to a point
const INNER = WIDE - 2 * SIDE;
const SMALL = 19; // the least size of letters
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
const TITLES = { long: 38, longest: 26, endless: 19 };
const CROWN = "M5 30 2 9l9 9L24 3l10 15 9-9-3 21zM5 32h38v3H5z";
const FIGURES = '"Besley Pad", rockwell, georgia, serif';
const WORDS = "system-ui, sans-serif";

// A canvas with the picture. Names keep their own direction, isolated from the sentence around them.
/** @param {ResultPicture} data */
export async function pictureOf(data) {
  await document.fonts?.load(`650 40px ${FIGURES}`).catch(() => {});
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE * SHARP, height: data.height * SHARP });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(SHARP, SHARP);
  pen.textBaseline = "middle";
  pen.direction = document.documentElement.dir === "rtl" ? "rtl" : "ltr"; // of sentences; a canvas has no page
  fillBox(pen, 0, 0, WIDE, data.height, PAPER);
  if (data.sharers.length) drawSharers(pen, data);
  else drawWinner(pen, data);
  drawRanks(pen, data);
  if (data.race) drawRace(pen, data, data.race);
  write(pen, data.about, SIDE, data.height - 26, { size: SMALL, colour: MUTED, most: INNER });
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

// The lines of a text of this width, in the letters of the pen.
/** @param {Pen} pen @param {string} text @param {number} most */
function linesOf(pen, text, most) {
  /** @type {string[]} */ const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
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
function drawWinner(pen, { head, colour, title, letters, why }) {
  fillBox(pen, 0, 0, WIDE, head, colour ? COLOURS[colour] : FELT);
  const reason = reasonOf(pen, why);
  const size = TITLES[letters] ?? 52;
  const top = (head - size - 14 - reason.high) / 2;
  drawCrown(pen, SIDE, top + size / 2 - 19, 1);
  figure(pen, textOf(title), SIDE + 62, top + size / 2, { size, colour: "#fff", most: INNER - 62 });
  reason.write(top + size + 14);
}

// The reason, its height, and how to write it below `top`.
/** @param {Pen} pen @param {Run[]} why */
function reasonOf(pen, why) {
  const text = textOf(why);
  const size = why.map((run) => run.text).join("").length > 220 ? 15 : SMALL;
  pen.font = `400 ${size}px ${WORDS}`;
  const [lines, apart] = [linesOf(pen, text, INNER), size * 1.25];
  /** @param {number} top */
  const writeBelow = (top) =>
    lines.forEach((line, n) => write(pen, line, SIDE, top + (n + 0.5) * apart, { size, colour: "#fff", most: INNER }));
  return { high: lines.length * apart, write: writeBelow };
}

/** @param {Pen} pen @param {ResultPicture} data */
function drawSharers(pen, { head, sharers, share, why }) {
  fillBox(pen, 0, 0, WIDE, head, FELT);
  const lines = sharers.length > 2 ? 2 : 1;
  const across = Math.ceil(sharers.length / lines);
  const [step, high] = [(WIDE + 2) / across, 84 / lines - 2];
  const hasCrowns = sharers.length < 9; // names of more need the room
  sharers.forEach(({ name, colour }, n) => {
    const [x, y] = [(n % across) * step, Math.floor(n / across) * (high + 2)];
    const wide = n === sharers.length - 1 ? WIDE - x : step - 2; // the last one fills its line
    fillBox(pen, x, y, wide, high, COLOURS[colour]);
    if (hasCrowns) drawCrown(pen, x + 14, y + high / 2 - 11, 0.6);
    const [text, left] = [textOf([{ name: true, text: name }]), hasCrowns ? 51 : 14];
    figure(pen, text, x + left, y + high / 2, { size: 26, colour: "#fff", most: wide - left - 15 });
  });
  figure(pen, share, SIDE, 108, { size: 26, colour: "#fff" });
  reasonOf(pen, why).write(128);
}

/** @param {Pen} pen @param {ResultPicture} data */
function drawRanks(pen, { head, gap, row, ranks }) {
  const [disc, left] = [SIDE + 45, SIDE + 74];
  ranks.forEach(({ place, name, sign, colour, far, total }, n) => {
    const y = head + gap + (n + 0.5) * row;
    if (n) fillBox(pen, SIDE, y - row / 2, INNER, 0.75, FAINT);
    figure(pen, place, SIDE, y, { size: 24 });
    pen.beginPath();
    pen.arc(disc, y, 17, 0, 2 * Math.PI);
    pen.fillStyle = COLOURS[colour];
    pen.fill();
    bold(pen, sign, disc, y, { size: SMALL, colour: "#fff", align: "center" });
    const hasFar = far && row > 50;
    bold(pen, textOf([{ name: true, text: name }]), left, hasFar ? y - 11 : y, { size: 22, most: 340 });
    if (hasFar) write(pen, far, left, y + 13, { size: SMALL, colour: MUTED, most: 340 });
    figure(pen, total, WIDE - SIDE, y, { size: 32, align: "right" });
  });
}

// In units of the race.
/** @param {Pen} pen @param {ResultPicture} data @param {Race} race */
function drawRace(pen, { head, gap, row, ranks, unit }, race) {
  pen.save();
  pen.translate(SIDE, head + 2 * gap + ranks.length * row);
  pen.scale(unit, unit);
  for (const [points, y] of race.rules) {
    fillBox(pen, race.left, y - 0.3, race.right - race.left, 0.6, FAINT);
    write(pen, points, race.left - 5, y, { size: 13, colour: MUTED, align: "right" });
  }
  for (const [number, x] of race.rounds)
    write(pen, number, x, race.bottom + 16, { size: 13, colour: MUTED, align: "center" });
  for (const one of [...race.lines].reverse()) drawCourse(pen, race, INNER / unit, one);
  pen.restore();
}

/** @param {Pen} pen @param {Race} race @param {number} wide @param {Course} course */
function drawCourse(pen, { right }, wide, { short, colour, dash, winner, points, label }) {
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
  bold(pen, textOf([{ name: true, text: short }]), right + 12, label, { size: 13, most: wide - right - 12 });
}

/** @param {Pen} pen @param {Point[]} points @param {number} width @param {number[]} dash */
function stroke(pen, points, width, dash) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke();
}
