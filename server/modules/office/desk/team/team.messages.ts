import {
  channels,
  defineMessage,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'

type Role = 'verifier' | 'support' | 'finance' | 'admin'

const WORDS: Record<Role, string> = {
  verifier: 'verificación',
  support: 'soporte',
  finance: 'finanzas',
  admin: 'administración',
}

const listFormat = new Intl.ListFormat('es-CO')

function listed(roles: readonly Role[]): string {
  return listFormat.format(roles.map((role) => WORDS[role]))
}

export const teamInvitation = defineMessage('team_invitation', 'account', {
  channels: channels.onlyMail,
  words: ({ path, roles, days }: { path: string; roles: readonly Role[]; days: number }, site) => ({
    heading: 'Te invitaron al equipo de Cupo',
    paragraphs: [
      `Te proponen trabajar en ${listed(roles)}.`,
      'Acepta con la cuenta de Cupo que tiene este correo confirmado; si no la tienes, créala.',
      'Después eliges un segundo paso: sin él no se abre ninguna pantalla del equipo.',
    ],
    action: { label: 'Ver la invitación', url: `${site}${path}` },
    facts: [['Vence en', `${days} días`]],
    closing: ['Si no la esperabas, ignora este mensaje: nada cambia. No reenvíes el enlace.'],
  }),
})

export const teamRolesChanged = defineMessage('team_roles_changed', 'account', {
  channels: channels.duty,
  path: '/admin',
  words: (
    { what, roles, at }: { what: 'given' | 'taken'; roles: readonly Role[]; at: string },
    site,
  ) => {
    const given = what === 'given'
    const heading = given ? 'Tienes un rol en el equipo de Cupo' : 'Te quitaron un rol del equipo'
    return {
      heading,
      paragraphs: given
        ? [`Ya puedes trabajar en ${listed(roles)}. Antes, elige o confirma tu segundo paso.`]
        : [
            `Ya no trabajas en ${listed(roles)}. Cerramos tus sesiones: entra de nuevo.`,
            'Tu cuenta, tu saldo y tus viajes siguen igual.',
          ],
      action: given
        ? { label: 'Ir al equipo', url: `${site}/admin` }
        : { label: 'Entrar a Cupo', url: `${site}/login` },
      facts: occasion(at, null),
      ...(given && { help: { title: '¿No fuiste tú?' } }),
      closing: given ? [] : ['Si crees que es un error, habla con quien administra el equipo.'],
    }
  },
})
