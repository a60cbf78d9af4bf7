export { mobileOf } from './prove-phone.ts'
export { resealPhoneCodes } from './reseal-codes.ts'
