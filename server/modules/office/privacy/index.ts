export { askProvedClosing, remindClosings } from './ask-closing.ts'
export { closeAccount } from './close-account.ts'
