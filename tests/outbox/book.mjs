// A server that keeps one game, as the JSON door does, in the page itself; and what lies between it and a phone.
export function makeBook({ rules, deciding, round }, data) {
  let log = rules.fold(data.ruleset, data.seats, []);
  const lines = []; // { tap, device } by entry
  const listeners = new Set();
  const book = { weather: [], tails: "ok", isFull: false, requests: 0, sentAt: [], batches: [], sent: [], rules: data.ruleset };

  const numbersOf = (tap) => [...lines.keys()].filter((index) => lines[index].tap === tap).map((index) => index + 1);
  const countedAt = (seat, version) =>
    rules.fold(log.ruleset, log.seats, log.entries.slice(0, version)).state.open?.counted_at[seat] ?? null;

  function conflict({ entries, seen }, device) {
    const { version } = log.state;
    const rests = entries.some(({ kind }) => ["round_scored", "round_corrected"].includes(kind));
    if (rests && seen !== version) return "out_of_date";
    for (const { kind, seat } of entries) {
      if (kind !== "hand_counted") continue;
      const [now, then] = [countedAt(seat, version), countedAt(seat, seen)];
      if (now !== then && lines[now - 1]?.device !== device) return "two_hands";
    }
    return null;
  }

  book.write = (device, tap, command) => {
    if (numbersOf(tap).length) return { tap, status: "kept", numbers: numbersOf(tap) };
    const code = conflict(command, device);
    const others = log.entries.map((_, index) => index + 1).slice(command.seen);
    if (code) return { tap, status: "conflict", code, others, sentence: "Something else was written." };
    try {
      const after = deciding.decide(log, command.entries, command.round ?? null, command.unasked);
      for (const _ of after.entries.slice(log.entries.length)) lines.push({ tap, device });
      log = after;
      return { tap, status: "kept", numbers: numbersOf(tap) };
    } catch (error) {
      if (error instanceof deciding.Conflict) return { tap, status: "conflict", code: error.message, sentence: "Conflict." };
      if (error instanceof round.Doubted) return { tap, status: "doubted", doubts: error.doubts };
      if (error instanceof round.Refused) return { tap, status: "refused", code: error.code, seat: error.seat, sentence: "No." };
      throw error;
    }
  };

  book.tail = (device, after) => ({
    version: log.entries.length,
    entries: log.entries.slice(after).map((entry, index) => {
      const { tap, device: by } = lines[after + index];
      return { number: after + index + 1, entry, here: by === device, ...(by === device ? { tap } : {}) };
    }),
  });

  function answered(device, { commands, after, in_order: inOrder }) {
    const answers = [];
    const mine = new Set();
    for (const { tap, ...command } of commands) {
      while (mine.has(command.seen + 1)) command.seen += 1;
      const answer = book.write(device, tap, command);
      for (const number of answer.numbers ?? []) mine.add(number);
      answers.push(answer);
      if (inOrder && answer.status !== "kept") break;
    }
    return { ...book.tail(device, after), answers };
  }

  const type = { "Content-Type": "application/json" };
  const answer = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } });

  // What becomes of what is sent, `weather`. "drop": no network; "lose": written, and the answer is lost; a status, or [status, headers]:
  // that is answered; "elsewhere": by a page that it was led to; "ok" or nothing: well. Of who asks for the log, `tails`: "hang", "cut",
  // "locked" (by a passphrase).
  book.fetch = async (device, options, after) => {
    if (!options?.body) return asked(device, options, after);
    book.requests += 1;
    book.sentAt.push(performance.now());
    const weather = book.weather.length > 1 ? book.weather.shift() : (book.weather[0] ?? "ok");
    if (weather === "drop") throw new TypeError("no network");
    if (weather === "elsewhere") return Object.defineProperty(new Response("<h1>Home</h1>"), "redirected", { value: true });
    if (weather !== "ok" && weather !== "lose") return answer(...([weather].flat().toSpliced(1, 0, { sentence: "No." })));
    const sent = JSON.parse(options.body);
    const told = answered(device, sent);
    book.batches.push(sent.commands.length);
    book.sent.push(...sent.commands);
    if (weather === "lose") throw new TypeError("lost");
    return answer(200, told);
  };

  function asked(device, { signal } = {}, after) {
    if (book.tails === "cut") return new Response('{"version": ');
    if (book.tails === "locked") return answer(401, {});
    if (book.tails === "ok") return answer(200, book.tail(device, Number(after)));
    return new Promise((_, failed) => signal?.addEventListener("abort", () => failed(signal.reason)));
  }

  // Others write, and whoever listens is told.
  book.others = (entries, { seen = log.entries.length, round: of = null, device = "other" } = {}) => {
    const said = book.write(device, `other-${lines.length}`, { entries, seen, round: of });
    if (said.status !== "kept") throw new Error(`the other phone: ${JSON.stringify(said)}`);
  };
  book.tell = (otherwise = (told) => told) => listeners.forEach((tell) => tell(otherwise));
  book.listen = (tell) => listeners.add(tell);
  book.log = () => log;
  book.kinds = () => log.entries.map(({ kind }) => kind);
  return book;
}
