// Writing calls of the team that compare nobody with the person whom they are about, each with its
// reason (docs/decisions/0040).
const READS = 'reads, and records who read'
const WORDS = 'words to a person or a colleague, which decide nothing'
const NOBODY = 'is about a place, a part of the program or a list, not about a person'
const DUTY = 'is about who is on duty'
const HANDED = 'hands over what was approved by people who were compared with its owner'
const OURS = 'compares or signs our own books'

export const uncomparedCalls: Readonly<Record<string, string>> = {
  'backOffice.findAnything': READS,
  'backOffice.downloadPeople': READS,
  'backOffice.findPeople': READS,
  'backOffice.revealDatum': READS,
  'backOffice.findTrips': READS,
  'backOffice.downloadTrips': READS,
  'backOffice.findBookings': READS,
  'backOffice.downloadBookings': READS,
  'backOffice.findPayments': READS,
  'backOffice.downloadPayments': READS,
  'backOffice.downloadLedgerLines': READS,
  'staffActions.file': READS,
  'support.findTickets': READS,
  'support.addAnswerPhoto': WORDS,
  'support.handOverTicket': WORDS,
  'support.takeTicket': WORDS,
  'support.releaseTicket': WORDS,
  'support.answerTicket': WORDS,
  'support.undoAnswer': WORDS,
  'support.noteTicket': WORDS,
  'deskActions.writeNote': WORDS,
  'deskActions.sendMessage': WORDS,
  'backOffice.tellRoadTrip': WORDS,
  'deskActions.resend': 'sends a person what is theirs again, to their own address',
  'notifications.retryDelivery': 'sends a message again to the address that it had',
  'notifications.discardDelivery': 'ends the attempts to deliver a message',
  'safePoints.vet': NOBODY,
  'safePoints.hide': NOBODY,
  'rewards.create': NOBODY,
  'rewards.addCodes': NOBODY,
  'rewards.retire': NOBODY,
  'settings.changeSwitch': NOBODY,
  'duty.add': DUTY,
  'duty.remove': DUTY,
  'duty.drill': DUTY,
  'duty.answerDrill': DUTY,
  'withdrawals.createBatch': HANDED,
  'withdrawals.downloadBatch': HANDED,
  'reconciliation.run': OURS,
  'reconciliation.statement': OURS,
  'monthClosings.close': OURS,
  'team.close': 'ends an invitation: nobody gains anything',
  'team.takeRoles': 'only takes power away, and must never be refused to the admin who notices',
  'verification.undo': 'takes back an own decision before it counts',
  'withdrawals.undoApproval': 'takes back an own approval before it counts',
  'privacy.openClaim': READS,
}
