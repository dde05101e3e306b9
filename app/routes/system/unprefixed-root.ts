/** `/`: the home page in the visitor's locale. */
export { loader } from './unprefixed';
