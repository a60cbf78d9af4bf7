export { grantAdminByOperator } from './grant-by-operator.ts'
export { teamData } from './personal-data.ts'
export { invitationsToSign } from './show-team.ts'
