export { moneyActsToSign } from './show-actions.ts'
