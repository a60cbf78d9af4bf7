export { hasContactOrPrice } from './scan-notes.ts'
