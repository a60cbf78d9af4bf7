export { isHoliday, weekdayOf } from './holidays.ts'
export { type PlateWarning, picoYPlaca } from './pico-y-placa.ts'
