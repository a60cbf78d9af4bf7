import { brand } from '#web/lib/brand.ts'
import type { TermsSection } from './terms-service.ts'

const carpooling: TermsSection = {
  id: 'carpooling',
  title: 'Viajes compartidos',
  clauses: [
    'Compartir un viaje (carpooling) es llevar en un vehículo particular a otras personas en ' +
      'un trayecto que el conductor haría de todos modos, y repartir entre todos sus gastos, ' +
      'sin ánimo de lucro. No es transporte público ni un servicio por encargo.',
    'Por eso el aporte tiene un tope: se calcula con la distancia, el precio de la gasolina ' +
      'y los peajes, y nunca puede superar el costo del viaje repartido entre los puestos. Si ' +
      'un precio pasa del tope, la plataforma no deja publicarlo.',
    'El acuerdo del viaje es entre el conductor y el pasajero. El conductor decide la ruta, la ' +
      'hora, los puestos y si acepta cada solicitud; debe responder en máximo tres horas ' +
      'contadas de 7 a. m. a 9 p. m. No puede rechazar a nadie por su origen, raza, religión, ' +
      'opinión, discapacidad, identidad u orientación sexual. Los viajes «solo mujeres» se ' +
      'permiten como medida de protección.',
    'Cada conductor debe conocer y cumplir las normas de su vehículo y de su ruta, incluidas las ' +
      'restricciones de circulación como el pico y placa, y confirmar con su aseguradora que su ' +
      'póliza cubre a quienes lleva.',
  ],
}

const prohibitions: TermsSection = {
  id: 'prohibitions',
  title: 'Prohibiciones y consecuencias',
  clauses: [
    'Está prohibido:',
    [
      'usar la plataforma para ganar dinero, prestar transporte público u ofrecer viajes por ' +
        'encargo;',
      'cobrar más que el aporte publicado o pedir pagos adicionales;',
      'suplantar a otra persona, prestar la cuenta o presentar documentos falsos;',
      'acosar, amenazar, discriminar o agredir a alguien;',
      'transportar sustancias, armas u objetos ilegales;',
      'publicar viajes que no se van a hacer o reservar cupos que no se van a usar;',
      'manipular calificaciones, sacar conversaciones de la plataforma para evadir sus reglas, o ' +
        'recoger datos de otras personas;',
      'atacar la plataforma, extraer su información de forma masiva o intentar evadir sus ' +
        'controles.',
    ],
    'Según la gravedad, el incumplimiento tiene estas consecuencias:',
    [
      'primera falta: advertencia;',
      'faltas repetidas: suspensión temporal de la cuenta;',
      'faltas graves: expulsión permanente;',
      'actividad comercial o con ánimo de lucro: cancelación inmediata de la cuenta.',
    ],
    'Te contamos siempre el motivo y puedes pedir que una persona lo revise escribiendo a ' +
      `${brand.support_mail}. El saldo que te pertenece se te devuelve, menos lo que debas a ` +
      'otras personas o a la plataforma.',
  ],
}

const liability: TermsSection = {
  id: 'liability',
  title: 'Responsabilidad',
  clauses: [
    `${brand.name} responde por el funcionamiento de la plataforma, por el manejo del dinero ` +
      'que está en las billeteras y por el tratamiento de tus datos personales.',
    'El viaje lo hacen las personas. El conductor responde por su forma de manejar, por el ' +
      'estado y los seguros de su vehículo y por cumplir lo que publicó; el pasajero, por su ' +
      `conducta y su equipaje. ${brand.name} no garantiza que un viaje se realice ni responde ` +
      'por retrasos, accidentes, pérdidas o daños causados por los usuarios o por terceros, ni ' +
      'por lo que se pague de forma directa entre ellos.',
    'La verificación de documentos reduce riesgos, pero no es una garantía sobre la conducta de ' +
      'nadie. Ante un peligro, llama al 123.',
    'La plataforma puede tener interrupciones por mantenimiento o por fallas ajenas a ' +
      'nosotros. Nada en estos términos limita los derechos que la ley te da como consumidor ' +
      '(Ley 1480 de 2011) ni nuestra responsabilidad por dolo o culpa grave.',
  ],
}

const intellectualProperty: TermsSection = {
  id: 'intellectual-property',
  title: 'Propiedad intelectual',
  clauses: [
    `La marca ${brand.name}, el diseño, los textos, los dibujos y el software de la ` +
      'plataforma son nuestros o los usamos con permiso, y están protegidos por la ley. Te ' +
      'damos un permiso personal, gratuito y revocable para usarlos mientras tengas cuenta, ' +
      'solo para lo que sirven.',
    'Lo que escribes y las fotos que subes siguen siendo tuyos. Nos permites mostrarlos dentro ' +
      'de la plataforma para prestarte el servicio. No subas contenido que no sea tuyo o que no ' +
      'tengas permiso de usar; si ves algo que viola tus derechos, escríbenos y lo revisamos.',
  ],
}

export const conductSections: readonly TermsSection[] = [carpooling, prohibitions]
export const riskSections: readonly TermsSection[] = [liability, intellectualProperty]
