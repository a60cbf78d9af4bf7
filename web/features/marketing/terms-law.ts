import { brand } from '#web/lib/brand.ts'
import type { TermsSection } from './terms-service.ts'

/* Rights and response times: Ley 1581 de 2012, arts. 8, 14, 15; Decreto 1377 de 2013. */
export const privacy: TermsSection = {
  id: 'privacy',
  title: 'Privacidad y datos personales',
  clauses: [
    `${brand.legal_name}, con oficina en ${brand.city}, Colombia, es responsable del ` +
      'tratamiento de tus datos según la Ley 1581 de 2012 y sus decretos. Los tratamos solo con ' +
      'tu autorización previa, expresa e informada, que nos das al registrarte y puedes revocar.',
    'Los datos que tratamos son:',
    [
      'identificación y contacto: nombres, tipo y número de documento, correo y teléfono;',
      'documentos y fotos que subes para verificar tu identidad y tu vehículo;',
      'viajes, reservas, calificaciones y mensajes dentro de la plataforma;',
      'movimientos de tu billetera y resultado de tus recargas, nunca los datos de tu tarjeta;',
      'datos técnicos de uso y seguridad, como fecha de ingreso y tipo de dispositivo.',
    ],
    'Los usamos para crear tu cuenta, verificar personas y vehículos, conectar a quienes ' +
      'viajan, mover tu dinero, dar soporte, prevenir fraudes, cumplir la ley y, solo si lo ' +
      'aceptas aparte, enviarte novedades.',
    'La selfie es un dato sensible: darla es voluntario y te pedimos una autorización ' +
      'separada. No tratamos datos de menores de edad.',
    'Antes de confirmar una reserva, las demás personas solo ven tu nombre, tu calificación ' +
      'y si estás verificado. Después ven lo necesario para encontrarse. Compartimos datos con ' +
      'los proveedores que nos ayudan a prestar el servicio, como la pasarela de pagos, y con ' +
      'las autoridades cuando la ley lo ordena. No vendemos tus datos.',
    'Guardamos tus documentos cifrados, por el tiempo necesario para estos fines o el que ' +
      'exija la ley. Si eliminas tu cuenta, conservamos sin tu nombre los registros contables ' +
      'obligatorios.',
    'Tienes derecho a:',
    [
      'conocer, actualizar y rectificar tus datos;',
      'pedir prueba de tu autorización y saber cómo los hemos usado;',
      'revocar la autorización o pedir que los eliminemos, si no hay un deber legal de guardarlos;',
      'consultarlos gratis;',
      'quejarte ante la Superintendencia de Industria y Comercio.',
    ],
    `Puedes ejercerlos desde tu perfil o escribiendo a ${brand.privacy_mail}. Respondemos las ` +
      'consultas en máximo 10 días hábiles y los reclamos en máximo 15 días hábiles.',
    'Usamos solo el almacenamiento del navegador y las cookies necesarias para mantener tu ' +
      'sesión y tus preferencias. No usamos cookies de publicidad.',
  ],
}

const modifications: TermsSection = {
  id: 'modifications',
  title: 'Modificaciones',
  clauses: [
    'Podemos cambiar estos términos para mejorar el servicio o cumplir la ley. Te avisamos por ' +
      'correo y en la plataforma con 30 días de anticipación, con un resumen de lo que cambia.',
    'Si no estás de acuerdo, puedes cerrar tu cuenta sin costo antes de esa fecha. Las ' +
      'reservas hechas antes del cambio siguen con las reglas que tenían.',
  ],
}

const jurisdiction: TermsSection = {
  id: 'jurisdiction',
  title: 'Ley aplicable y jurisdicción',
  clauses: [
    'Estos términos se rigen por las leyes de la República de Colombia, incluida la Ley 1581 ' +
      'de 2012 de protección de datos personales.',
    'Si hay una diferencia, primero intentamos resolverla por nuestros canales de soporte. ' +
      'Si no se logra, la deciden los jueces de Colombia, sin perjuicio de las acciones ante ' +
      'la Superintendencia de Industria y Comercio.',
  ],
}

const contact: TermsSection = {
  id: 'contact',
  title: 'Contacto',
  clauses: [
    `Escríbenos a ${brand.support_mail}, llámanos al ${brand.phone} o visítanos con cita en ` +
      `${brand.address}, ${brand.city}, ${brand.region}, Colombia.`,
    'Horario de soporte, hora de Colombia: lunes a viernes de 8:00 a. m. a 8:00 p. m., sábados ' +
      'de 9:00 a. m. a 5:00 p. m. y domingos de 10:00 a. m. a 2:00 p. m. Emergencias, 24/7.',
    'Respondemos en máximo 48 horas hábiles y las emergencias de seguridad en máximo dos horas.',
  ],
}

export const closingSections: readonly TermsSection[] = [modifications, jurisdiction, contact]
