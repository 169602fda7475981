// Shows cargo's progress: reads its output, with its progress bar, from stdin and prints
// `123 of 456, about 5 min left` in one line of a terminal, or every 30 s elsewhere. Forwards the rest of
// the output, except the names of crates.

// The workspace's own crates come last and are large: what precedes them takes half of the time.
const KNEE = { units: 0.96, time: 0.55 };
const PLAIN_LINE_SECONDS = 30;

const terminal = process.stderr.isTTY;
let began, first, done, total;

function timeShare(units) {
    if (units < KNEE.units) return (units / KNEE.units) * KNEE.time;
    return KNEE.time + ((units - KNEE.units) / (1 - KNEE.units)) * (1 - KNEE.time);
}

function timeLeft() {
    const elapsed = (Date.now() - began) / 1000;
    const built = timeShare(done / total) - first;
    if (elapsed < 10 || built < 0.02) return "";
    const minutes = Math.round((elapsed * (1 - first - built)) / built / 60);
    return minutes < 1 ? ", less than a minute left" : `, about ${minutes} min left`;
}

function show() {
    if (total === undefined) return;
    const line = `    ${done} of ${total}${timeLeft()}`;
    // Leaves the cursor at the start of the line, so that other output overwrites it.
    process.stderr.write(terminal ? `\x1b[K${line}\r` : `${line}\n`);
}

function read(line) {
    const bar = /^\s*(?:\x1b\[[\d;]*m\s*)*Building.*\] (\d+)\/(\d+)/.exec(line);
    if (bar) {
        [done, total] = [Number(bar[1]), Number(bar[2])];
        began ??= Date.now();
        first ??= timeShare(done / total);
        if (terminal) show();
        return;
    }
    const text = line.replace(/^\x1b\[K/, "");
    if (/^\s*(?:\x1b\[[\d;]*m\s*)*(?:Compiling|Downloaded|Finished)\b/.test(text)) return;
    process.stderr.write(`${terminal ? "\x1b[K" : ""}${text}\n`);
}

const ticking = setInterval(show, terminal ? 1000 : PLAIN_LINE_SECONDS * 1000);
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split(/[\r\n]/);
    rest = lines.pop();
    lines.forEach(read);
});
process.stdin.on("end", () => {
    if (rest.replace("\x1b[K", "") !== "") read(rest);
    clearInterval(ticking);
    if (terminal) process.stderr.write("\x1b[K");
});
