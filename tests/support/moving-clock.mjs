/** Loaded before a shop process: adds the milliseconds that the parent process sends to its clock. */
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
