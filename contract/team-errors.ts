/** Errors where two team members must sign; part of the table in `errors.ts`. */
export const teamErrors = {
  signer_unverified:
    'Para firmar en el equipo, las dos personas deben tener su identidad verificada.',
  same_human:
    'Quien actúa y la otra persona parecen la misma: comparten documento, celular o cuenta ' +
    'bancaria. Quedó en la auditoría.',
  case_changed:
    'Este caso cambió mientras lo mirabas: hay otra firma, o alguien del caso agregó algo. No se ' +
    'hizo nada: míralo otra vez y decide.',
  signature_void: 'Quien firmó primero ya no puede firmar. Esa firma no cuenta: firmen de nuevo.',
  second_human_unconfirmed:
    'Una de las dos identidades solo la verificó la otra persona que firma. Que otra persona de ' +
    'verificación la apruebe, o confírmala en el servidor.',
  team_roles_held: 'Esa persona ya tiene esos roles.',
  team_invitation_exists: 'Ya hay una invitación abierta para ese correo.',
  team_invitation_own: 'Tú propusiste esta invitación: tiene que firmarla otra persona.',
  team_invitation_over: 'Esa invitación ya terminó o ya tiene sus firmas.',
  team_invitation_other: [
    403,
    'Esta invitación es para otro correo. Entra con la cuenta que lo tiene confirmado.',
  ],
  team_invitation_waits:
    'Ahora hay más administradores: otro tiene que firmar esta invitación antes.',
  team_identity_unverified:
    'Primero verifica tu identidad en Mis documentos y vuelve a abrir el enlace.',
} as const
