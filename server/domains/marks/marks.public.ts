export { markDriver } from './marks.queries.ts'
