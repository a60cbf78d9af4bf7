import { MESSAGES_KEPT_DAYS, POSITION_SHOWN_HOURS } from '#contract/conversation-limits.ts'
import { GRACE_DAYS, PHOTO_DAYS } from '#contract/privacy-limits.ts'
import { brand } from '#web/lib/brand.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Article } from './clauses.tsx'
import { privacy } from './terms-law.ts'
import type { TermsSection } from './terms-service.ts'

/* Decreto 1377 de 2013, art. 13: controller, purposes, rights, who answers, procedure, dates. */
const policySections: readonly TermsSection[] = [
  {
    id: 'responsable',
    title: 'Quién responde por tus datos',
    clauses: [
      `${brand.legal_name}, ${brand.address}, ${brand.city}, ${brand.region}, Colombia. Correo: ` +
        `${brand.privacy_mail}. Teléfono: ${brand.phone}.`,
    ],
  },
  { ...privacy, id: 'tratamiento', title: 'Qué datos tratamos y para qué' },
  {
    id: 'foto',
    title: 'Tu foto de perfil',
    clauses: [
      'Ponerla es voluntario y te pedimos una autorización separada. La ve quien mira tus ' +
        'viajes o tu perfil, para reconocerte. Para publicar viajes la necesitas: una persona ' +
        'del equipo la compara a ojo con la foto de tu documento. Ningún programa compara caras.',
      'Si ya publicabas viajes, puedes seguir sin foto al menos hasta el 20 de diciembre de ' +
        '2026. Si la quitas, la borramos de inmediato y tus viajes publicados siguen igual.',
    ],
  },
  {
    id: 'tiempos',
    title: 'Cuánto tiempo los guardamos',
    clauses: [
      [
        'tu cuenta, tu foto, los datos de tus documentos y tus alertas: hasta que la cierres;',
        `fotos de tus documentos: ${PHOTO_DAYS.approved} días después de aprobarlas, ` +
          `${PHOTO_DAYS.notApproved} después de rechazarlas o cambiarlas; tu selfie, ` +
          `${PHOTO_DAYS.selfie} días;`,
        `mensajes: ${MESSAGES_KEPT_DAYS} días después del viaje; tu posición: hasta que termina ` +
          `el viaje, y en un mensaje: ${POSITION_SHOWN_HOURS} horas;`,
        'pedidos de emergencia, con la posición que enviaste: como prueba, sin límite, y sin tu ' +
          'nombre si cierras la cuenta;',
        'casos de soporte: tres años después de resueltos;',
        'avisos: un año; sesiones cerradas: siete días; navegadores usados: seis meses;',
        'solicitudes de cupo y viajes que se repiten: un año después de terminar;',
        'reportes y apelaciones: cinco años después de decididos;',
        'movimientos de dinero, reservas y reclamos: diez años, por el Código de Comercio, sin ' +
          'tu nombre si cierras la cuenta;',
        'la prueba de los permisos que diste: mientras exista el servicio, sin tu nombre.',
      ],
    ],
  },
  {
    id: 'navegador',
    title: 'Lo que informa tu navegador',
    clauses: [
      'Cuando dejas una página, tu navegador nos informa si algo falló y qué tan rápido abrió. ' +
        'Informa la página (que es un viaje, no cuál), el mensaje del error sin textos, ' +
        'números ni direcciones, la versión del sitio y los tiempos.',
      'No informa quién eres, no lleva cookies y no guardamos tu dirección de red con ello. Lo ' +
        'borramos a los 30 días y no se lo damos a nadie. Si tu navegador pide que no te sigan ' +
        '(Do Not Track o Global Privacy Control), no informa nada.',
    ],
  },
  {
    id: 'guardado',
    title: 'Lo que guarda tu navegador para abrir sin internet',
    clauses: [
      'Queda en tu aparato, para que te subas o recojas gente sin red:',
      [
        'tus tiquetes: hasta 24 horas después de bajarte;',
        'si conduces, la hoja de ruta y la lista de pasajeros, con sus nombres y celulares: ' +
          'hasta 48 horas después del viaje;',
        'tu saldo, tus últimos movimientos y el final de tus chats: los muestra hasta siete días;',
        'tus últimas búsquedas: sus resultados los muestra hasta un día;',
        'lo que oprimes o escribes sin red, como un mensaje o que ya vas a bordo: hasta que sale ' +
          'y el servidor responde;',
        'tu sesión, lo que dejaste a medias y cómo prefieres ver Cupo.',
      ],
      'Si cierras sesión, o entra otra persona, lo borramos de ese aparato, menos tus ' +
        'preferencias, el borrador de un viaje, y los abordajes y pedidos de ayuda que aún no ' +
        'salen. Si tu sesión se vence sola, los tiquetes quedan esas 24 horas para que puedas ' +
        'viajar. En un aparato prestado, cierra sesión.',
    ],
  },
  {
    id: 'derechos',
    title: 'Cómo ejercer tus derechos',
    clauses: [
      'En “Mis datos”, dentro de tu cuenta, ves tus permisos y los retiras, descargas una copia ' +
        'de todo, corriges lo que esté mal y cierras tu cuenta.',
      `También puedes escribir a ${brand.privacy_mail} con tu nombre y lo que pides. Respondemos ` +
        'las consultas en máximo 10 días hábiles y los reclamos en máximo 15 días hábiles.',
      `Al cerrar la cuenta tienes ${GRACE_DAYS} días para arrepentirte. Después borramos tus ` +
        'datos, menos lo que la ley manda guardar, que queda sin tu nombre. El saldo de tu ' +
        'billetera sigue siendo tuyo.',
    ],
  },
  {
    id: 'queja',
    title: 'Cómo quejarte',
    clauses: [
      'Si no te respondemos o no estás de acuerdo, puedes quejarte ante la Superintendencia de ' +
        'Industria y Comercio (SIC), Delegatura para la Protección de Datos Personales: ' +
        'sic.gov.co, ' +
        'o en la carrera 13 # 27-00 de Bogotá. La ley pide reclamar primero ante nosotros.',
    ],
  },
  {
    id: 'cambios',
    title: 'Cambios',
    clauses: [
      'Si cambia para qué usamos tus datos, te pedimos otra autorización antes. Los demás ' +
        'cambios te los avisamos por correo y en la plataforma con 30 días de anticipación.',
    ],
  },
]

export const handle = { content: true }

export const meta = () => pageMeta('/privacidad')

/** The policy on personal data (Ley 1581 de 2012; Decreto 1377 de 2013, art. 13). */
export default function Privacy() {
  return (
    <div className="mx-auto w-full max-w-flow px-4 py-8 sm:px-6 sm:py-12">
      <header>
        <h1 className="text-3xl sm:text-4xl">Política de privacidad</h1>
        <p className="mt-3 text-muted">
          Versión del <time dateTime="2026-11-22">22 de noviembre de 2026</time>. La anterior estaba
          en los <Link to={paths.terms('privacy')}>términos</Link>, desde el{' '}
          <time dateTime="2025-07-03">3 de julio de 2025</time>. Lo que dice sobre la foto de perfil
          rige desde el <time dateTime="2026-12-20">20 de diciembre de 2026</time>, y lo que dice
          sobre lo que guarda tu navegador, desde el{' '}
          <time dateTime="2026-12-30">30 de diciembre de 2026</time>.
        </p>
      </header>
      <div className="mt-8 grid gap-10">
        {policySections.map((section, row) => (
          <Article key={section.id} number={row + 1} section={section} />
        ))}
      </div>
    </div>
  )
}
