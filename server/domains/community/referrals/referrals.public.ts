export { referralsThatDiffer } from './check-referrals.ts'
