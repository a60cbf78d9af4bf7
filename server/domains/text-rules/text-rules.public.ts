export { maskContact } from './mask-contact.ts'
export { hasContact, hasContactOrPrice } from './scan-notes.ts'
