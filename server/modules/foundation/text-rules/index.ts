export { maskParts, numberAcross } from './number-across.ts'
export { hasContact, hasContactOrPrice } from './scan-notes.ts'
