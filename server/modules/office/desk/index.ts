export { cancelTripByTeam } from './desk-actions/change-journeys.ts'
export { proposeCredit, proposeRefund } from './desk-actions/money-acts.ts'
export { listUnsigned } from './proposals/list-unsigned.ts'
export { grantAdminByOperator, grantSecondByOperator } from './team/grant-by-operator.ts'
