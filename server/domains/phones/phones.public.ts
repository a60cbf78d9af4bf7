export { phonesData } from './personal-data.ts'
export { mobileOf } from './prove-phone.ts'
