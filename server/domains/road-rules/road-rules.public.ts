export { type PlateWarning, picoYPlaca } from './pico-y-placa.ts'
