export { takeKeptSeats } from './end-keep.ts'
