export { resolveCase } from './resolve-case.ts'
