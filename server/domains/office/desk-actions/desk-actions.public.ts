export { proposeCredit, proposeRefund } from './money-acts.ts'
export { moneyActsToSign } from './show-actions.ts'
