/** Texts of the provider's own pages. The shop's texts are in locales/; these belong to the stand-in. */
import type { Lang } from '../../world';

export interface Texts {
  tag: string;
  account: string;
  signInTitle: string;
  signInLead: string;
  email: string;
  password: string;
  submit: string;
  wrong: string;
  missing: string;
  cancel: string;
  forgotten: string;
  forgottenTitle: string;
  forgottenLead: string;
  backToSignIn: string;
  languages: string;
  samplesTitle: string;
  samplesLead: string;
  signInAs: string;
  signOutTitle: string;
  signOutQuestion: string;
  signOutYes: string;
  signOutNo: string;
  signedOutTitle: string;
  signedOutLead: string;
  continueTitle: string;
  continueLead: string;
  continueButton: string;
  errorTitle: string;
  errorLead: string;
  expiredTitle: string;
  expiredLead: string;
  backToShop: string;
}

export const TEXTS: Record<Lang, Texts> = {
  fr: {
    tag: 'fr-BE',
    account: 'Compte professionnel',
    signInTitle: 'Se connecter',
    signInLead: 'Avec l’adresse e-mail de votre cabinet, de votre officine ou de votre société.',
    email: 'Adresse e-mail ou identifiant',
    password: 'Mot de passe',
    submit: 'Se connecter',
    wrong: 'Adresse ou mot de passe inconnu. Vérifiez la touche Majuscules.',
    missing: 'Indiquez votre adresse e-mail et votre mot de passe.',
    cancel: 'Retourner à la boutique sans se connecter',
    forgotten: 'Choisir un nouveau mot de passe',
    forgottenTitle: 'Nouveau mot de passe',
    forgottenLead:
      'Ceci est un fournisseur d’identité de démonstration : ses mots de passe restent ce qu’ils sont. Un vrai fournisseur vous enverrait ici un e-mail.',
    backToSignIn: 'Retourner à la connexion',
    languages: 'Langue',
    samplesTitle: 'Clients d’exemple',
    samplesLead:
      'Ceci est un fournisseur d’identité de démonstration : choisissez un client, aucun mot de passe n’est demandé.',
    signInAs: 'Se connecter en tant que {name}',
    signOutTitle: 'Se déconnecter',
    signOutQuestion: 'Voulez-vous vous déconnecter de votre compte professionnel ?',
    signOutYes: 'Oui, me déconnecter',
    signOutNo: 'Non, rester connecté',
    signedOutTitle: 'Vous êtes déconnecté',
    signedOutLead: 'La session de votre compte professionnel est terminée.',
    continueTitle: 'Changement de compte',
    continueLead: 'La session du compte précédent va être fermée avant d’ouvrir la vôtre.',
    continueButton: 'Continuer',
    errorTitle: 'La connexion n’a pas abouti',
    errorLead:
      'La demande reçue n’est pas valable. Retournez à la boutique et recommencez la connexion.',
    expiredTitle: 'Cette page de connexion a expiré',
    expiredLead: 'Elle a déjà servi, ou elle est restée ouverte trop longtemps.',
    backToShop: 'Retourner à la boutique',
  },
  nl: {
    tag: 'nl-BE',
    account: 'Professionele account',
    signInTitle: 'Aanmelden',
    signInLead: 'Met het e-mailadres van uw praktijk, apotheek of bedrijf.',
    email: 'E-mailadres of gebruikersnaam',
    password: 'Wachtwoord',
    submit: 'Aanmelden',
    wrong: 'Onbekend adres of wachtwoord. Controleer de Caps Lock-toets.',
    missing: 'Vul uw e-mailadres en uw wachtwoord in.',
    cancel: 'Terug naar de winkel zonder aan te melden',
    forgotten: 'Een nieuw wachtwoord kiezen',
    forgottenTitle: 'Nieuw wachtwoord',
    forgottenLead:
      'Dit is een identiteitsprovider voor demonstraties: zijn wachtwoorden blijven wat ze zijn. Een echte provider stuurt u hier een e-mail.',
    backToSignIn: 'Terug naar het aanmelden',
    languages: 'Taal',
    samplesTitle: 'Voorbeeldklanten',
    samplesLead:
      'Dit is een identiteitsprovider voor demonstraties: kies een klant, er wordt geen wachtwoord gevraagd.',
    signInAs: 'Aanmelden als {name}',
    signOutTitle: 'Afmelden',
    signOutQuestion: 'Wilt u zich afmelden van uw professionele account?',
    signOutYes: 'Ja, meld me af',
    signOutNo: 'Nee, aangemeld blijven',
    signedOutTitle: 'U bent afgemeld',
    signedOutLead: 'De sessie van uw professionele account is beëindigd.',
    continueTitle: 'Andere account',
    continueLead: 'De sessie van de vorige account wordt gesloten voordat de uwe opent.',
    continueButton: 'Verdergaan',
    errorTitle: 'Het aanmelden is niet gelukt',
    errorLead: 'De aanvraag is niet geldig. Ga terug naar de winkel en meld u opnieuw aan.',
    expiredTitle: 'Deze aanmeldpagina is vervallen',
    expiredLead: 'Ze werd al gebruikt, of ze bleef te lang open staan.',
    backToShop: 'Terug naar de winkel',
  },
  en: {
    tag: 'en-US',
    account: 'Professional account',
    signInTitle: 'Sign in',
    signInLead: 'With the e-mail address of your practice, pharmacy or company.',
    email: 'E-mail address or user name',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Unknown address or password. Check the Caps Lock key.',
    missing: 'Fill in your e-mail address and your password.',
    cancel: 'Back to the shop without signing in',
    forgotten: 'Choose a new password',
    forgottenTitle: 'New password',
    forgottenLead:
      'This is an identity provider for demonstrations: its passwords stay what they are. A real one would send you an e-mail here.',
    backToSignIn: 'Back to signing in',
    languages: 'Language',
    samplesTitle: 'Sample customers',
    samplesLead:
      'This is an identity provider for demonstrations: pick a customer, no password is asked.',
    signInAs: 'Sign in as {name}',
    signOutTitle: 'Sign out',
    signOutQuestion: 'Do you want to sign out of your professional account?',
    signOutYes: 'Yes, sign me out',
    signOutNo: 'No, stay signed in',
    signedOutTitle: 'You are signed out',
    signedOutLead: 'The session of your professional account has ended.',
    continueTitle: 'Another account',
    continueLead: 'The session of the previous account is closed before yours opens.',
    continueButton: 'Continue',
    errorTitle: 'Signing in did not work',
    errorLead: 'The request is not valid. Go back to the shop and sign in again.',
    expiredTitle: 'This sign-in page has expired',
    expiredLead: 'It was used already, or it stayed open for too long.',
    backToShop: 'Back to the shop',
  },
};

const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];

/**
 * Language of a page: the first supported tag of each list in turn. `ui_locales` separates tags by spaces.
 * Accept-Language separates them by commas; browsers already sort them by weight.
 */
export function pickLang(...lists: (string | undefined)[]): Lang {
  for (const list of lists) {
    for (const tag of (list ?? '').toLowerCase().split(/[\s,]+/)) {
      const lang = LANGS.find((known) => tag === known || tag.startsWith(`${known}-`));
      if (lang !== undefined) return lang;
    }
  }
  return 'fr';
}
