// Loaded before the box: at each SIGUSR2 the clock on its wall is set a day on, right, a day back, and right again.
const right = Date.now;
const DAY = 86_400_000;
const ERRORS = [0, DAY, 0, -DAY];
let turn = 0;
Date.now = () => right() + ERRORS[turn];
process.on('SIGUSR2', () => (turn = (turn + 1) % ERRORS.length));
