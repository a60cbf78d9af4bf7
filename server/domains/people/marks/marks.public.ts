export { type MarkKind, markDriver } from './marks.queries.ts'
export { marksData } from './personal-data.ts'
export { tellMark } from './tell-mark.ts'
