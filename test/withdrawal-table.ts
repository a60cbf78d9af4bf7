// What each action does to a withdrawal in each state.

/**
 * Rows: states. Columns: actions. A state: the action leads there. `.`: accepted without effect.
 * `case`: nothing but a case for finance. `-`: not tried. Else (see `codeOf`): refused, and nothing
 * is written.
 *
 * States: `pair` needs two people, `seconded` has one of them. `lost`: the gateway took it, but for
 * 20 hours no lookup finds it. `hidden`: a lookup found it before. `filed`: in a file for the bank.
 * `lost:paid`, `filed:failed` and so on: Jorge has told that result. `paid:lost` and so on: Marta
 * has confirmed it. `paid:back`: Jorge has told that the bank returned it; `returned`: Marta has
 * confirmed that.
 *
 * Actions: the owner cancels; Jorge and Marta approve; Marta refuses; a voided top-up stops it; the
 * owner denies the account; Jorge makes a file and tells a result; Marta agrees or disagrees; both
 * take the file back. The job runs while the gateway works (`send`), loses its answer, refuses, or
 * hides the payout: `blind`, `off` with withdrawals switched off, `late` 21 hours after the first
 * try. The gateway reports success, failure or a pending payout.
 */
const TABLE = `
                cancel    jorge    marta    refuse   stop      deny      file
requested       cancelled approved approved rejected cancelled cancelled .
pair            cancelled seconded -        rejected cancelled cancelled .
seconded        cancelled same     approved rejected cancelled cancelled .
approved        no        no       no       rejected cancelled cancelled filed
sending         no        no       no       no       .         .         .
lost            no        no       no       no       .         .         .
lost:paid       no        no       no       no       .         .         .
lost:failed     no        no       no       no       .         .         .
sent            no        no       no       no       .         .         .
hidden          no        no       no       no       .         .         .
hidden:paid     no        no       no       no       .         .         .
filed           no        no       no       no       .         .         .
filed:paid      no        no       no       no       .         .         .
filed:failed    no        no       no       no       .         .         .
paid            no        no       no       no       .         .         .
paid:lost       no        no       no       no       .         .         .
paid:filed      no        no       no       no       .         .         .
paid:back       no        no       no       no       .         .         .
paid:lost:back  no        no       no       no       .         .         .
paid:filed:back no        no       no       no       .         .         .
returned        no        no       no       no       .         .         .
returned:lost   no        no       no       no       .         .         .
returned:filed  no        no       no       no       .         .         .
failed          no        no       no       no       .         .         .
failed:lost     no        no       no       no       .         .         .
failed:filed    no        no       no       no       .         .         .
rejected        no        no       no       .        .         .         .
cancelled       .         no       no       no       .         .         .

                tellPaid    tellFailed   agree        disagree back
requested       no          no           no           no       -
pair            no          no           no           no       -
seconded        no          no           no           no       -
approved        no          no           no           no       -
sending         no          no           no           no       -
lost            lost:paid   lost:failed  no           no       -
lost:paid       .           no           paid:lost    lost     -
lost:failed     no          .            failed:lost  lost     -
sent            no          no           no           no       -
hidden          hidden:paid may_pay      no           no       -
hidden:paid     .           no           paid:lost    hidden   -
filed           filed:paid  filed:failed no           no       approved
filed:paid      .           no           paid:filed   filed    batch_paid
filed:failed    no          .            failed:filed filed    batch_paid
paid            no          no           no           no       -
paid:lost       no          no           .            no       -
paid:filed      no          no           .            no       batch_paid
paid:back       no          no           no           no       -
paid:lost:back  no          no           .            no       -
paid:filed:back no          no           .            no       batch_paid
returned        no          no           no           no       -
returned:lost   no          no           .            no       -
returned:filed  no          no           .            no       batch_paid
failed          no          no           no           no       -
failed:lost     no          no           .            no       -
failed:filed    no          no           .            no       batch_paid
rejected        no          no           no           no       -
cancelled       no          no           no           no       -

                send loseAnswer refusal blind off late   succeeds fails  pends
requested       .    .          .       .     .   -      case     .      .
pair            .    .          .       .     .   -      case     .      .
seconded        .    .          .       .     .   -      case     .      .
approved        sent sending    failed  sent  .   -      case     .      .
sending         sent sent       sent    sent  .   lost   paid     failed sent
lost            sent sent       sent    .     .   .      paid     failed sent
lost:paid       sent sent       sent    .     .   .      paid     failed sent
lost:failed     sent sent       sent    .     .   .      paid     failed sent
sent            .    .          .       .     .   hidden paid     failed .
hidden          sent sent       sent    .     .   .      paid     failed sent
hidden:paid     sent sent       sent    .     .   .      paid     failed sent
filed           .    .          .       .     .   -      case     case   case
filed:paid      .    .          .       .     .   -      case     case   case
filed:failed    .    .          .       .     .   -      case     case   case
paid            .    .          .       .     .   -      .        case   .
paid:lost       .    .          .       .     .   -      .        case   .
paid:filed      .    .          .       .     .   -      case     case   case
paid:back       .    .          .       .     .   -      .        case   .
paid:lost:back  .    .          .       .     .   -      .        case   .
paid:filed:back .    .          .       .     .   -      case     case   case
returned        .    .          .       .     .   -      .        .      .
returned:lost   .    .          .       .     .   -      .        .      .
returned:filed  .    .          .       .     .   -      case     case   case
failed          .    .          .       .     .   -      case     .      .
failed:lost     .    .          .       .     .   -      case     .      .
failed:filed    .    .          .       .     .   -      case     case   case
rejected        .    .          .       .     .   -      case     case   case
cancelled       .    .          .       .     .   -      case     case   case

                tellReturn      agreeReturn    refuseReturn
requested       no              no             no
pair            no              no             no
seconded        no              no             no
approved        no              no             no
sending         no              no             no
lost            no              no             no
lost:paid       no              no             no
lost:failed     no              no             no
sent            no              no             no
hidden          no              no             no
hidden:paid     no              no             no
filed           no              no             no
filed:paid      no              no             no
filed:failed    no              no             no
paid            paid:back       no             no
paid:lost       paid:lost:back  no             no
paid:filed      paid:filed:back no             no
paid:back       .               returned       paid
paid:lost:back  .               returned:lost  paid:lost
paid:filed:back .               returned:filed paid:filed
returned        no              .              no
returned:lost   no              .              no
returned:filed  no              .              no
failed          no              no             no
failed:lost     no              no             no
failed:filed    no              no             no
rejected        no              no             no
cancelled       no              no             no
`

export type Action =
  | 'cancel'
  | 'jorge'
  | 'marta'
  | 'refuse'
  | 'tellPaid'
  | 'tellFailed'
  | 'agree'
  | 'disagree'
  | 'tellReturn'
  | 'agreeReturn'
  | 'refuseReturn'
  | 'back'
  | 'file'
  | 'send'
  | 'loseAnswer'
  | 'refusal'
  | 'blind'
  | 'off'
  | 'late'
  | 'succeeds'
  | 'fails'
  | 'pends'
  | 'stop'
  | 'deny'

export type Cells = ReadonlyMap<Action, string>

function parse(): Map<string, Cells> {
  const found = new Map<string, Map<Action, string>>()
  for (const part of TABLE.trim().split('\n\n')) {
    const [head = '', ...lines] = part.split('\n')
    const columns = head.trim().split(/\s+/) as Action[]
    for (const line of lines) {
      const [state = '', ...cells] = line.split(/\s+/)
      const row = found.get(state) ?? new Map<Action, string>()
      for (const [at, column] of columns.entries()) row.set(column, cells[at] ?? '')
      found.set(state, row)
    }
  }
  return found
}

/** What each action does, by state. */
export const TRANSITIONS: ReadonlyMap<string, Cells> = parse()

/** State after an action; undefined for a cell that is not tried. */
export function stateAfter(state: string, action: Action): string | undefined {
  const cell = TRANSITIONS.get(state)?.get(action)
  if (cell === undefined || cell === '-') return undefined
  return TRANSITIONS.has(cell) ? cell : state
}

/** Error code that an action answers in a state; null when it is accepted. */
export function codeOf(state: string, action: Action): string | null {
  const cell = TRANSITIONS.get(state)?.get(action) ?? ''
  const codes: Record<string, string> = {
    no: 'withdrawal_not_open',
    same: 'withdrawal_same_person',
    may_pay: 'withdrawal_may_be_paid',
    batch_paid: 'payout_batch_paid',
  }
  return codes[cell] ?? null
}
