export { resealAppleTokens } from './apple-tokens.ts'
export { oauthData } from './personal-data.ts'
