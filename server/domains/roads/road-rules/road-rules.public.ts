export { isHoliday, weekdayOf } from './holidays.ts'
export { type PlateWarning, picoYPlaca, plateRules } from './pico-y-placa.ts'
