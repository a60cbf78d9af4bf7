import type { ModuleData } from '#server/platform/module-data.ts'
import { openIdentification } from './identification.ts'
import { CLOSED_NAME, closedAddress } from './person.ts'
import { openPhone } from './sealed-phone.ts'
import { emptyUserRow, type UserRow } from './users.queries.ts'

export const usersData = {
  tables: {
    user_photos: {
      app: 'write',
      title: 'Foto de perfil',
      why: 'people recognise each other',
      of: ['user_id'],
      take: ['content_type', 'updated_at'],
      leave: { 'an image, to download from the profile': ['image', 'small'] },
      erase: { delete: true },
      keep: { account: true },
    },
    driver_photos: {
      app: 'write',
      title: 'Revisión de tu foto de perfil',
      why: 'the photo of a driver is compared by eye with the identity document',
      of: ['user_id'],
      take: ['due_on', 'waiting_since', 'removed_reason'],
      leave: { 'a step of the program': ['accepted_version'] },
      erase: { delete: true },
      keep: { account: true },
    },
    women_declarations: {
      app: 'write',
      title: 'Declaración de que eres mujer',
      why: 'trips for women only',
      of: ['user_id'],
      take: ['declared_at'],
      erase: { delete: true },
      keep: { account: true },
    },
    users: {
      app: 'write',
      sealed: { identification_sealed: 'users.identification', phone_sealed: 'users.phone' },
      title: 'Cuenta',
      why: 'who the person is',
      of: ['id'],
      take: [
        'id',
        'email',
        'username',
        'first_name',
        'last_name',
        'birth_date',
        'identification_type',
        'roles',
        'created_at',
        'email_confirmed_at',
        'phone_proved_at',
        'identity_verified_at',
        'terms_accepted_at',
        'terms_version',
        'phone_sealed',
        'identification_sealed',
      ],
      leave: {
        'another form of an exported column': [
          'email_key',
          'username_key',
          'identification_index',
          'phone_index',
        ],
        'a step of the program': [
          'identification_version',
          'identity_confirmed_version',
          'name_version',
          'photo_version',
        ],
      },
      open: ({ secrets }, { phone_sealed, identification_sealed, ...row }) => {
        const user = { ...row, phone_sealed, identification_sealed } as UserRow
        return {
          ...row,
          phone_number: openPhone(secrets, user),
          identification_number: openIdentification(secrets, user),
        }
      },
      erase: {
        how: 'names, address, numbers and birth date are emptied',
        run: (tx, _deps, id) =>
          emptyUserRow(tx, { id, email: closedAddress(id), name: CLOSED_NAME }),
      },
      keep: { always: 'the row stays without any of it: others refer to it' },
    },
    phone_policy: { app: 'write', impersonal: 'a setting' },
    blocks: {
      app: 'write',
      title: 'Personas que bloqueaste',
      why: 'two people who do not want to meet do not',
      of: ['user_id'],
      others: ['blocked_id'],
      take: ['created_at'],
      erase: { delete: true, by: ['user_id', 'blocked_id'] },
      keep: { account: true },
    },
    consents: {
      app: 'append',
      title: 'Permisos que diste y retiraste',
      why: 'proves what the person authorised (Ley 1581, art. 9)',
      of: ['user_id'],
      take: ['purpose', 'version', 'given', 'at', 'facts'],
      leave: { 'a key': ['id'] },
      erase: { nothing: 'proof of the authorisation (Ley 1581, art. 9); it has no name' },
      keep: { always: 'proof of the authorisation (Ley 1581, art. 9)' },
    },
  },
  functions: ['missing_of', 'standing_of', 'parties_apart'],
  views: ['blocked_pairs'],
} satisfies ModuleData
