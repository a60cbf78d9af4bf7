export { maskParts, numberAcross } from './number-across.ts'
export { hasContact, hasContactOrPrice, namesOutsidePayment } from './scan-notes.ts'
