export { type MarkKind, markDriver } from './marks.queries.ts'
export { tellMark } from './tell-mark.ts'
