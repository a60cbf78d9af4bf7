export { oauthData } from './personal-data.ts'
