/** Loaded before a shop process: its clock moves on by as many milliseconds as its parent says. */
let shift = 0;
const Real = Date;
class Moved extends Real {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(Real.now() + shift);
  }
  static now() {
    return Real.now() + shift;
  }
}
globalThis.Date = Moved;
process.on('message', (ms) => {
  shift += Number(ms);
});
process.channel?.unref();
