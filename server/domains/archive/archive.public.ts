export { archivedMonths } from './archive.queries.ts'
export { archiveMonths } from './archive-months.ts'
export { readMonth } from './month-file.ts'
export { resealMonths } from './reseal-months.ts'
