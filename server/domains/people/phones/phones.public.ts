export { mobileOf, resealPhoneCodes } from './prove-phone.ts'
