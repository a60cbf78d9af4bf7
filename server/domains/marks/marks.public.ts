export { type MarkKind, markDriver } from './marks.queries.ts'
