import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { FullScreenSpinner } from '@/components/ui/spinner';
import { paths, protectedPaths } from '@/config/paths';
import { site } from '@/config/site';
import { useSession } from '@/lib/http/session';

import { useAuthState } from './auth-state';
import { AppLayout } from './layout/app-layout';
import { useScrollToTop } from './scroll-to-top';
import { useSessionEnd } from './session-end';
import { Unreachable } from './unreachable';

const LandingPage = lazy(() => import('@/features/landing/components/landing-page'));
const LoginPage = lazy(() => import('@/features/auth/components/login-page'));
const RegisterPage = lazy(() => import('@/features/auth/components/register-page'));
const SetupPage = lazy(() => import('@/features/auth/components/setup-page'));
const VerifyEmailPage = lazy(() => import('@/features/auth/components/verify-email-page'));
const VerifySuccessPage = lazy(() => import('@/features/auth/components/verify-success-page'));
const ForgotPasswordPage = lazy(() => import('@/features/auth/components/forgot-password-page'));
const ResetPasswordPage = lazy(() => import('@/features/auth/components/reset-password-page'));
const TermsPage = lazy(() => import('@/features/legal/components/terms-page'));
const RefundPage = lazy(() => import('@/features/legal/components/refund-page'));
const PrivacyPage = lazy(() => import('@/features/legal/components/privacy-page'));
const PublicStatusPage = lazy(() => import('@/features/status/components/public-status-page'));
const DashboardPage = lazy(() => import('./dashboard/dashboard-page'));
const KeywordsPage = lazy(() => import('@/features/keywords/list/keywords-page'));
const NotificationsPage = lazy(() => import('@/features/notifications/list/notifications-page'));
const SearchPage = lazy(() => import('@/features/notifications/search/search-page'));
const MessagePage = lazy(() => import('@/features/notifications/list/message-page'));
const ChannelsPage = lazy(() => import('@/features/channels/components/channels-page'));
const ChannelPage = lazy(() => import('@/features/channels/components/channel-page'));
const AnalyticsPage = lazy(() => import('@/features/analytics/components/analytics-page'));
const InsightsPage = lazy(() => import('@/features/insights/components/insights-page'));
const SubscriptionPage = lazy(() => import('@/features/subscription/components/subscription-page'));
const CheckoutSuccessPage = lazy(
  () => import('@/features/subscription/components/checkout-success-page'),
);
const CheckoutCancelPage = lazy(
  () => import('@/features/subscription/components/checkout-cancel-page'),
);
const FeedsPage = lazy(() => import('@/features/feeds/components/feeds-page'));
const MutesPage = lazy(() => import('@/features/mutes/components/mutes-page'));
const CoveragePage = lazy(() => import('@/features/coverage/components/coverage-page'));
const PlacePage = lazy(() => import('@/features/coverage/components/place-page'));
const AdminPage = lazy(() => import('@/features/administration/components/admin-page'));
const SettingsRoute = lazy(() => import('./settings/settings-route'));

/** The two route tables, for signed-in and for signed-out users. */
export function AppRoutes() {
  useSessionEnd();
  useScrollToTop();
  const auth = useAuthState();
  switch (auth.status) {
    case 'loading':
      return <FullScreenSpinner />;
    case 'unreachable':
      return <Unreachable onRetry={auth.retry} />;
    case 'signed-in':
      return <SignedIn />;
    case 'signed-out':
      return <SignedOut />;
  }
}

function SignedOut() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route path={paths.setup} element={<SetupPage />} />
        <Route path={paths.verifyEmail} element={<VerifyEmailPage />} />
        <Route path={paths.verifySuccess} element={<VerifySuccessPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.terms} element={<TermsPage />} />
        <Route path={paths.refund} element={<RefundPage />} />
        <Route path={paths.privacy} element={<PrivacyPage />} />
        <Route path={paths.status} element={<PublicStatusPage />} />
        {protectedPaths.map((path) => (
          <Route key={path} path={path} element={<LeaveProtected />} />
        ))}
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Routes>
    </Suspense>
  );
}

/** Redirects to the landing page after a sign-out, otherwise to the login. */
function LeaveProtected() {
  const signedOut = useSession((state) => state.ended === 'signed-out');
  return <Navigate to={signedOut ? paths.landing : paths.login} replace />;
}

function SignedIn() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
        <Route path={paths.dashboard} element={<DashboardPage />} />
        <Route path={paths.keywords} element={<KeywordsPage />} />
        <Route path={paths.notifications} element={<NotificationsPage />} />
        <Route path={paths.search} element={<SearchPage />} />
        <Route path={paths.message} element={<MessagePage />} />
        <Route path={paths.channels} element={<ChannelsPage />} />
        <Route path={paths.channel} element={<ChannelPage />} />
        <Route path={paths.feeds} element={<FeedsPage />} />
        <Route path={paths.mutes} element={<MutesPage />} />
        <Route path={paths.coverage} element={<CoveragePage />} />
        <Route path={paths.coveragePlace} element={<PlacePage />} />
        <Route path={paths.administration} element={<AdminPage />} />
        <Route path={paths.settings} element={<SettingsRoute />} />
        <Route path={paths.analytics} element={<AnalyticsPage />} />
        <Route path={paths.aiInsights} element={<InsightsPage />} />
        <Route path={paths.subscription} element={<SubscriptionPage />} />
        {site.plansOn && (
          <>
            <Route path={paths.subscriptionSuccess} element={<CheckoutSuccessPage />} />
            <Route path={paths.subscriptionCancel} element={<CheckoutCancelPage />} />
          </>
        )}
      </Route>
      <Route
        path={paths.setup}
        element={
          <Suspense fallback={<FullScreenSpinner />}>
            <SetupPage />
          </Suspense>
        }
      />
      <Route
        path={paths.status}
        element={
          <Suspense fallback={<FullScreenSpinner />}>
            <PublicStatusPage />
          </Suspense>
        }
      />
      <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
    </Routes>
  );
}
