export { announce } from './announce.ts'
export { liveData } from './personal-data.ts'
