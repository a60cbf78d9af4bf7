export { clearPhoneTries, mobileOf, resealPhoneCodes } from './prove-phone.ts'
