export { compareStatement } from './compare-statement.ts'
export { proposeCase } from './decide-case.ts'
