import { browserStorage } from '@/config/browser-storage';
import { site } from '@/config/site';
import { affiliationText } from '@/config/sources';

import type { LegalSection } from './legal-page';
import { SupportLink } from './support-link';

/** The sections about the data that is held, its purpose, its retention and the user's rights. */
export const privacySections: LegalSection[] = [
  {
    id: 'held',
    title: 'What your account holds',
    body: (
      <>
        <ul>
          <li>
            <strong>You:</strong> email address, first name, last name, time zone. Your password is
            stored only as a hash (Argon2id), from which it cannot be read.
          </li>
          <li>
            <strong>Keywords</strong> with their filters, tags and notes.
          </li>
          <li>
            <strong>Subreddit preferences:</strong> where each keyword is looked for.
          </li>
          <li>
            <strong>Notification settings:</strong> email and browser; frequency: real-time, daily
            digest or weekly digest; enable or disable by type.
          </li>
          <li>
            <strong>Channels</strong> that you add, such as Slack or a webhook: their addresses,
            encrypted, and how each delivery ended.
          </li>
          <li>
            <strong>Notifications:</strong> the public posts and comments that matched, and the AI
            insights last generated from them.
          </li>
          <li>
            <strong>Sessions:</strong> for each sign-in its time, its last use, and how the browser
            described itself, so that you can spot one that is not yours.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What it is used for',
    body: (
      <p>
        To sign you in, to compare new posts with your keywords, to alert you in the way you chose,
        and to answer when you ask for help. Not for advertising, not for profiles, and it is not
        sold.
      </p>
    ),
  },
  {
    id: 'sites',
    title: 'What the sites learn',
    body: (
      <p>
        {affiliationText} It reads public posts and comments as they appear and compares them on
        this server, so your keywords and your name are not sent to any site. Harken asks Reddit
        only whether a subreddit exists, and for its posts and comments; it asks a feed that you
        follow for its entries. A link that you open takes you to the site, whose own policy
        applies.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Who else is involved',
    body: (
      <>
        <p>Data leaves this server only where a service you use needs it:</p>
        <ul>
          <li>
            <strong>Email</strong> goes through the mail server (SMTP) that the operator has chosen,
            to yours.
          </li>
          <li>
            <strong>Browser notifications</strong>, once you turn them on, pass through the push
            service of your browser&apos;s maker.
          </li>
          <li>
            <strong>Channels:</strong> alerts go to the addresses that you add, such as Slack or a
            webhook, until you remove them.
          </li>
          {site.modelOn && (
            <li>
              <strong>AI insights</strong> are worded by a language model that the operator has
              chosen. When you ask for them it is shown your keywords and the public posts that
              matched, but not who you are. If you let Harken set matches aside, it may also be
              asked which matches of keywords that you described are relevant.
            </li>
          )}
          {site.plansOn && (
            <li>
              <strong>Payments</strong> are handled by a card payment provider. Harken learns
              whether a subscription is paid, never the number of a card.
            </li>
          )}
        </ul>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What your browser holds',
    body: (
      <>
        <p>
          Harken sets no cookies and loads no third-party scripts, fonts or images. In this
          browser&apos;s own storage it keeps:
        </p>
        <ul>
          {browserStorage.map(({ what, keys }) => (
            <li key={what}>
              {what} ({keys.map((key, at) => [at > 0 && ', ', <code key={key}>{key}</code>])})
            </li>
          ))}
        </ul>
        <p>
          So that Harken opens without a network, this browser also holds the app itself and, until
          you sign out, the notifications, keywords and statistics that you looked at in the last
          two days and the changes that wait for the network. Once alerts come to this browser it
          holds the address at its maker&apos;s push service, too. Signing out removes the sign-in
          and this data; clearing the site&apos;s data removes everything.
        </p>
      </>
    ),
  },
  {
    id: 'time',
    title: 'How long it is kept',
    body: (
      <ul>
        <li>
          Notifications are stored for up to 90 days, then deleted. So is the record of how each
          alert was delivered.
        </li>
        <li>
          Server logs are kept for 30 days; the operator of this server is responsible for that.
          Email addresses and passwords are not logged.
        </li>
        <li>
          A sign-in ends after 7 days without use, and 30 days after it began, unless the operator
          of this server has set other times.
        </li>
        <li>
          Links in emails work for 24 hours; a link to choose a new password works for 30 minutes.
        </li>
        <li>An account whose email address is not verified within 7 days is deleted.</li>
        <li>The rest stays until you delete it, or the account.</li>
        <li>
          Backups that the operator of this server has made keep what you have deleted since, until
          the operator deletes them.
        </li>
      </ul>
    ),
  },
  {
    id: 'control',
    title: 'What you can do',
    body: (
      <>
        <p>Without asking anyone, in Settings:</p>
        <ul>
          <li>export everything the account holds as one file;</li>
          <li>see where you are signed in, and sign out everywhere else;</li>
          <li>change what is emailed, and how often;</li>
          <li>
            delete the account with all that belongs to it: nobody can reach it from then on, and
            within minutes it is gone.
          </li>
        </ul>
        <p>You can also unsubscribe from email alerts with one click.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: <p>Harken is not for children: the minimum age for an account is 13.</p>,
  },
  {
    id: 'server',
    title: 'Which server this is about',
    body: (
      <p>
        Harken is open source and anyone can host it. This policy is about this server. Its operator
        decides who has access to its database and can be reached at <SupportLink />, also for
        anything that Settings cannot do.
      </p>
    ),
  },
];
