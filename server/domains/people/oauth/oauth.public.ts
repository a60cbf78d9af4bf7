export { resealAppleTokens } from './apple-tokens.ts'
